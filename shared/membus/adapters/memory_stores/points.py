"""A memory as a point of the vector index."""

from collections.abc import Sequence

from membus.contracts.memory import Memory
from membus.domain.lexical import document_vector
from membus.ports.vectors import VectorPoint


def point_of(memory: Memory, vector: Sequence[float]) -> VectorPoint:
    """Return the point of a memory whose text, alone, has the vector given."""
    context = "\n".join((memory.content, memory.content, *memory.context))
    return VectorPoint(
        memory_id=memory.memory_id,
        version=memory.version,
        dense=vector,
        content=vector if memory.predicate else None,
        text=document_vector(memory.content),
        context=document_vector(context),
        payload={
            "tenant_id": memory.tenant_id,
            "owner": memory.owner,
            "agent_id": memory.agent_id,
            "visibility": memory.visibility,
            "status": memory.status,
            "type": memory.type,
            "kind": memory.kind,
            "domain": memory.domain,
            "session": memory.session,
            "session_seq": memory.session_seq,
            "valid_from": memory.valid_from.timestamp(),
            "valid_to": memory.valid_to.timestamp() if memory.valid_to else None,
            "recorded_from": memory.recorded_from.timestamp(),
        },
    )
