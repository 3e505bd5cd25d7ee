import { createHash } from 'node:crypto'

/** Identifies a client in tokens and logs without revealing its address. */
export function viewerId(client: string): string {
  return `viewer-${createHash('sha256').update(client).digest('hex').slice(0, 12)}`
}
