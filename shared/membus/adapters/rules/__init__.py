"""Reading facts and summaries by rules: offline, deterministic, in Chinese and English."""
