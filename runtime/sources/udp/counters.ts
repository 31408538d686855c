/** Metrics of the UDP source. */

import { counters } from "../../model/counters.ts";

const DROPPED = "udp_dropped_datagrams_total";
const WHERE = "Datagrams lost in the kernel's socket buffer, or between the reader and the decoder";

export const UDP_COUNTERS = counters("udp", {
  kernelDropped: [DROPPED, WHERE, { where: "kernel" }],
  dropped: [DROPPED, WHERE, { where: "reader" }],
  socketBufferBytes: ["udp_socket_buffer_bytes", "The smallest receive buffer that the kernel granted"],
});
