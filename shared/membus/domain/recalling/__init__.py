"""How a question becomes an answer: its analysis, the scores, the ranking, the context block."""
