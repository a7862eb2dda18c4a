"""`membus topics apply|list|check`: the topics as schemas/topics.yaml has them."""

from dataclasses import asdict

import typer
from rich.table import Table

from membus.cli.output import AsJson, Exit, console, errors, print_json, run, with_kafka
from membus.kafka import topics as registry_of_topics
from membus.settings import read_settings

topics = typer.Typer(no_args_is_help=True, help="The topics of the bus.")


@topics.command()
def apply(*, as_json: AsJson = False) -> None:
    """Create the topics that are missing; what exists is left as it is."""
    kafka = with_kafka(read_settings()).kafka
    created = run(registry_of_topics.apply(kafka.bootstrap_servers, kafka.profile))
    if as_json:
        print_json({"created": created})
    else:
        console.print(f"{len(created)} topics created" if created else "every topic is there")


@topics.command("list")
def list_topics(*, as_json: AsJson = False) -> None:
    """List the topics that the bus is made of."""
    profile = read_settings().kafka.profile
    known = registry_of_topics.registry()
    if as_json:
        print_json(
            {
                "topics": [
                    {
                        "name": topic.name,
                        "key": topic.key,
                        "partitions": topic.partitions[profile],
                        "events": list(topic.events),
                    }
                    for topic in known.values()
                ]
            }
        )
        return
    table = Table("topic", "key", "partitions", "events")
    for topic in known.values():
        table.add_row(
            topic.name, topic.key, str(topic.partitions[profile]), ", ".join(topic.events)
        )
    console.print(table)


@topics.command()
def check(*, as_json: AsJson = False) -> None:
    """Compare the cluster with the registry; exit 3 on any drift."""
    kafka = with_kafka(read_settings()).kafka
    drifts = run(registry_of_topics.check(kafka.bootstrap_servers, kafka.profile))
    if as_json:
        print_json({"drifts": [asdict(drift) for drift in drifts]})
    elif not drifts:
        console.print("the cluster is as schemas/topics.yaml says")
    for drift in [] if as_json else drifts:
        where = drift.topic or "broker"
        errors.print(
            f"{where}: {drift.what} is {drift.found}, expected {drift.expected}", markup=False
        )
    if drifts:
        raise typer.Exit(Exit.DOES_NOT_HOLD)


def register(app: typer.Typer) -> None:
    """Add the group."""
    app.add_typer(topics, name="topics")
