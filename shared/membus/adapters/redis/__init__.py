"""The session store over Redis or Valkey: a cache that may be emptied at any moment."""
