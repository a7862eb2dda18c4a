"""How Redis is reached: timeouts, one retry, and its errors as ours."""

from collections.abc import Iterator
from contextlib import contextmanager

from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import AuthenticationError, RedisError

from membus.errors import FatalError, UnavailableError

_CONNECTIONS = 16


def connect(url: str, timeout_s: float) -> Redis:
    """Return a client of decoded answers; nothing is sent before its first command."""
    # Bounded, so that a thousand recalls at once queue for a connection instead of opening theirs.
    pool = BlockingConnectionPool.from_url(
        url,
        max_connections=_CONNECTIONS,
        timeout=timeout_s,
        decode_responses=True,
        socket_timeout=timeout_s,
        socket_connect_timeout=timeout_s,
        socket_keepalive=True,
        # Once, at once: for a connection that broke while it was idle, as after a restart. All
        # that is sent may be done twice.
        retry=Retry(NoBackoff(), 1),
    )
    return Redis.from_pool(pool)


@contextmanager
def redis_errors() -> Iterator[None]:
    """Turn what the client raises inside the block into UnavailableError or FatalError."""
    try:
        yield
    except AuthenticationError as error:
        raise FatalError(f"Redis refuses the login: check MEMBUS_REDIS__URL ({error})") from error
    except RedisError as error:
        raise UnavailableError(f"Redis does not serve: {error!r}") from error
