import { randomBytes } from 'node:crypto'
import type { Signer } from '../signer.ts'

const ID_BYTES = 12

/**
 * Browsers by which somebody has signed in under a name. What such a browser keeps opens nothing: it only says that its
 * attempts are not those of strangers.
 */
export function createKnownDevices(signer: Signer) {
  const signed = (id: string, name: string | null) => `device.${id}.${name ?? ''}`

  return {
    /** What the browser is to keep. */
    issue(name: string | null): string {
      const id = randomBytes(ID_BYTES).toString('base64url')
      return `${id}.${signer.sign(signed(id, name))}`
    },
    /** Names the browser that keeps `value`; null where we did not write it for that name. */
    read(value: string | null, name: string | null): string | null {
      const [id, signature, ...rest] = (value ?? '').split('.')
      if (!id || !signature || rest.length > 0) return null
      return signer.verify(signed(id, name), signature) ? id : null
    },
  }
}
