/** Nodes that turn a firmware's messages into values and back. */

const { channelOf, decode, encode, loadChannels } = require("./codecs.js");

module.exports = (RED) => {
  function Codecs(config) {
    RED.nodes.createNode(this, config);
    this.channels = loadChannels(config.folder, RED.settings.userDir);
    // Each node that uses them reports why there are none.
    this.channels.catch((error) => this.error(error.message));
  }

  /** Once for each message: `act` changes it, what it throws is for a catch node. */
  function onInput(node, { codecs, channel }, act) {
    const source = RED.nodes.getNode(codecs);
    node.on("input", async (message, send, done) => {
      try {
        if (!source) throw new Error("choose the generated codecs");
        const name = message.channel || channel;
        act(message, channelOf(await source.channels, name), name);
        node.status({});
        send(message);
        done();
      } catch (error) {
        node.status({ fill: "red", shape: "dot", text: error.message.slice(0, 60) });
        done(error);
      }
    });
  }

  function Decode(config) {
    RED.nodes.createNode(this, config);
    onInput(this, config, (message, channel, name) => {
      const decoded = decode(channel, message.payload, config.values === "raw");
      message.bytes = message.payload;
      // JSON cannot have BigInt.
      const inText = ([name, value]) => [name, typeof value === "bigint" ? String(value) : value];
      message.payload =
        config.values === "text" ? Object.fromEntries(Object.entries(decoded.values).map(inText)) : decoded.values;
      message.structline = { channel: name, message: decoded.name, id: decoded.id };
    });
  }

  function Encode(config) {
    RED.nodes.createNode(this, config);
    onInput(this, config, (message, channel, name) => {
      const wanted = config.message || message.structline?.message;
      if (!wanted) throw new Error("choose a message, or send its name in msg.structline.message");
      const encoded = encode(channel, wanted, message.payload, config.values === "raw");
      message.payload = encoded.bytes;
      message.structline = { channel: name, message: encoded.name, id: encoded.id };
    });
  }

  RED.nodes.registerType("structline-codecs", Codecs);
  RED.nodes.registerType("structline-decode", Decode);
  RED.nodes.registerType("structline-encode", Encode);
};
