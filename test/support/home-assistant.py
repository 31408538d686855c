"""Home Assistant itself, with MQTT only: `home-assistant.py FOLDER PORT`. For each line of its input it prints what it shows."""

import asyncio
import json
import logging
import os
import sys
import types
from contextvars import ContextVar

# Its cloud's packages do not fit each other, and each request asks for one of them.
cloud = types.ModuleType("hass_nabucasa")
cloud.remote = types.SimpleNamespace(is_cloud_request=ContextVar("cloud", default=False))
sys.modules["hass_nabucasa"] = cloud

from homeassistant import auth, bootstrap, core, loader
from homeassistant.config_entries import ConfigEntries, ConfigEntry, ConfigEntryState
from homeassistant.helpers import device_registry, entity_registry
from homeassistant.setup import async_setup_component

folder, port = sys.argv[1], int(sys.argv[2])


async def main():
    open(os.path.join(folder, "configuration.yaml"), "w").close()
    hass = core.HomeAssistant(folder)
    hass.config.skip_pip = True
    hass.config.internal_url = "http://127.0.0.1"
    loader.async_setup(hass)
    config = {"http": {"server_host": "127.0.0.1", "server_port": int(os.environ["HTTP_PORT"])}}
    hass.config_entries = ConfigEntries(hass, config)
    await hass.config_entries.async_initialize()
    await bootstrap.async_load_base_functionality(hass)
    hass.auth = await auth.auth_manager_from_config(hass, [{"type": "homeassistant"}], [])
    for component in ["homeassistant", "http", "api"]:
        assert await async_setup_component(hass, component, config), component
    faults = []

    class Faults(logging.Handler):
        def emit(self, record):
            if record.levelno >= logging.WARNING and "mqtt" in record.name:
                faults.append(record.getMessage())

    logging.getLogger().addHandler(Faults())
    entry = ConfigEntry(
        version=1,
        minor_version=1,
        domain="mqtt",
        title="broker",
        data={"broker": "127.0.0.1", "port": port, "protocol": "5", "discovery": True},
        source="user",
    )
    await hass.config_entries.async_add(entry)
    assert entry.state is ConfigEntryState.LOADED, entry.state
    await hass.async_start()
    user = await hass.auth.async_create_system_user("tests", group_ids=["system-admin"])
    token = hass.auth.async_create_access_token(await hass.auth.async_create_refresh_token(user))
    print(f"ready {token}", flush=True)
    loop = asyncio.get_running_loop()
    while (await loop.run_in_executor(None, sys.stdin.readline)).strip():
        await hass.async_block_till_done()
        registry = entity_registry.async_get(hass)
        devices = device_registry.async_get(hass)
        shown = {}
        for entity in registry.entities.values():
            if entity.platform != "mqtt":
                continue
            state = hass.states.get(entity.entity_id)
            device = devices.async_get(entity.device_id)
            shown[entity.unique_id] = {
                "domain": entity.domain,
                "state": state and state.state,
                "unit": state and state.attributes.get("unit_of_measurement"),
                "deviceClass": state and state.attributes.get("device_class"),
                "stateClass": state and state.attributes.get("state_class"),
                "options": state and state.attributes.get("options"),
                "device": device and device.name,
                "firmware": device and device.sw_version,
            }
        print(json.dumps({"entities": shown, "faults": faults}), flush=True)
    await hass.async_stop(force=True)


asyncio.run(main())
os._exit(0)
