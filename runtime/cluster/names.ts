/**
 * Names of the lab's streams, buckets and subjects on the NATS servers. docs/cluster.md lists the permissions of each
 * role by these names.
 */

import type { LogIdentity } from "../journal/log.ts";

/** The identity under which a store counts the frames of a cluster's log. */
export const CLUSTER_LOG: LogIdentity = { uuid: "cluster", predatesIdentities: false, committed: 0 };

export interface ClusterNames {
  /** Stream of frames, and its subjects. */
  readonly frames: string;
  readonly frameSubjects: string;
  frameSubject(partition: number): string;
  consumer(partition: number): string;
  /** Stream of refused frames, and its subjects. */
  readonly refused: string;
  readonly refusedSubjects: string;
  readonly refusedFrame: string;
  /** Stream of dead letters, its subjects, and those of one reason and address (subject tokens). */
  readonly letters: string;
  readonly letterSubjects: string;
  lettersOf(code: string, address: string): string;
  /** Stream of the first times of messages with keys, its subjects, and the subject of one name (hexadecimal). */
  readonly keys: string;
  readonly keySubjects: string;
  keySubject(name: string): string;
  /** KV buckets. */
  readonly nodes: string;
  readonly facts: string;
  readonly access: string;
  /** Plain subjects. */
  /** Announces that a text in the bucket `access` has changed. */
  readonly changed: string;
  readonly live: string;
  readonly watched: string;
  readonly members: string;
  readonly signals: string;
  /** Requests to ingesting nodes to retry dead letters. */
  readonly retries: string;
  /** Questions about commands to one node. */
  commandsOf(node: string): string;
}

/** @param name of letters, digits, `-` and `_` */
export function clusterNames(name: string): ClusterNames {
  const subject = `structline.${name}`;
  return {
    frames: `structline-${name}-frames`,
    frameSubjects: `${subject}.frames.*`,
    frameSubject: (partition) => `${subject}.frames.${partition}`,
    consumer: (partition) => `store-${partition}`,
    refused: `structline-${name}-refused`,
    refusedSubjects: `${subject}.refused.>`,
    refusedFrame: `${subject}.refused.frame`,
    letters: `structline-${name}-rejects`,
    letterSubjects: `${subject}.rejects.>`,
    lettersOf: (code, address) => `${subject}.rejects.${code}.${address}`,
    keys: `structline-${name}-keys`,
    keySubjects: `${subject}.keys.*`,
    keySubject: (key) => `${subject}.keys.${key}`,
    nodes: `structline-${name}-nodes`,
    facts: `structline-${name}-facts`,
    access: `structline-${name}-access`,
    changed: `${subject}.changed`,
    live: `${subject}.live`,
    watched: `${subject}.watched`,
    members: `${subject}.members`,
    signals: `${subject}.signals`,
    retries: `${subject}.retries`,
    commandsOf: (node) => `${subject}.commands.${node}`,
  };
}
