import { createHash } from 'node:crypto'

/** Names a client by its address in tokens and logs, from which the address is not to be read. */
export function viewerId(client: string): string {
  return `viewer-${createHash('sha256').update(client).digest('hex').slice(0, 12)}`
}
