"""Runs the migrations of one service on the connection, and in the transaction, it is given.

A new one is a file under migrations/<service>/ whose `down_revision` is the newest before it; the
service's Schema names it as head.
"""

from alembic import context

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=context.config.attributes["metadata"],
)
context.run_migrations()
