"""The SQL stores: one code path over SQLite and PostgreSQL, one database a service."""
