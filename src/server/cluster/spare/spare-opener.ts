import type { Environment, Socket } from '../../../client/session/environment.ts'
import { LIGHTNING_PATHS } from '../../../contract/lightning.ts'
import type { Config } from '../../config.ts'
import { lineAddress } from '../../sources/upstream/upstream-lines.ts'
import { fenceEnvironment } from '../fenced-environment.ts'

/** Opens a socket in spare while `mayHold` says that this process may; null where there is no upstream, or none is wished. */
export function spareOpener(
  { upstream, nats }: Pick<Config, 'upstream' | 'nats'>,
  environment: Environment,
): ((mayHold: () => boolean) => Socket) | null {
  if (!upstream || !nats?.spareLine) return null
  const { url, headers } = lineAddress(upstream, LIGHTNING_PATHS.socket)
  return (mayHold) => fenceEnvironment(environment, { request: () => false, socket: mayHold }).openSocket(url, headers)
}
