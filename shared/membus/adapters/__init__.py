"""One file or folder per real thing behind a port; each translates its errors."""
