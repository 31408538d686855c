"""Subscribes with autobahn (Python) and prints each event as one line of JSON.

wamp-subscriber.py URL REALM SERIALIZER TOPIC MATCH COUNT [PUBLISH_TOPIC]

Prints "ready" when subscribed, exits after COUNT events. With PUBLISH_TOPIC it also publishes one
acknowledged event there, and prints its publication ID.
"""

import asyncio
import json
import sys

from autobahn.asyncio.wamp import ApplicationRunner, ApplicationSession
from autobahn.wamp.serializer import JsonSerializer, MsgPackSerializer
from autobahn.wamp.types import EventDetails, PublishOptions, SubscribeOptions

url, realm, serializer, topic, match, count = sys.argv[1:7]
publish_topic = sys.argv[7] if len(sys.argv) > 7 else None
remaining = int(count)


def show(value):
    print(json.dumps(value), flush=True)


class Subscriber(ApplicationSession):
    async def onJoin(self, details):
        def on_event(*args, **kwargs):
            global remaining
            event_details = kwargs.pop("details")
            show({"topic": event_details.topic, "args": args, "kwargs": kwargs})
            remaining -= 1
            if remaining == 0:
                self.leave()

        await self.subscribe(on_event, topic, options=SubscribeOptions(match=match, details=True))
        show("ready")
        if publish_topic:
            publication = await self.publish(
                publish_topic, 1, 2.5, "three", nested={"deep": [True, None]}, options=PublishOptions(acknowledge=True)
            )
            show({"published": publication.id > 0})

    def onDisconnect(self):
        asyncio.get_event_loop().stop()


chosen = MsgPackSerializer() if serializer == "msgpack" else JsonSerializer()
ApplicationRunner(url, realm, serializers=[chosen]).run(Subscriber)
