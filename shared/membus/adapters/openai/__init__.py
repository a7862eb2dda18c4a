"""A language model behind any OpenAI-compatible endpoint, as extractor and as gates."""
