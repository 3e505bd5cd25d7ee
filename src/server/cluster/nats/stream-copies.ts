import type { StreamInfo } from '@nats-io/jetstream'

/**
 * What a stream that is there is to be like, in as many copies as it has at least: a process that names fewer servers, as one
 * by a leaf node of another region does, takes none away.
 */
export function withCopies<T extends { num_replicas: number }>(wanted: T, found: Pick<StreamInfo, 'config'>): T {
  return { ...wanted, num_replicas: Math.max(wanted.num_replicas, found.config.num_replicas) }
}
