import { randomBytes } from 'node:crypto'
import type { Signer } from '../signer.ts'

const ID_BYTES = 12

/**
 * Browsers that have signed in under a name before. Their cookie grants no access: it only exempts their attempts from
 * the limits for strangers.
 */
export function createKnownDevices(signer: Signer) {
  const signed = (id: string, name: string | null) => `device.${id}.${name ?? ''}`

  return {
    /** The cookie value to store in the browser. */
    issue(name: string | null): string {
      const id = randomBytes(ID_BYTES).toString('base64url')
      return `${id}.${signer.sign(signed(id, name))}`
    },
    /** Identifies the browser with cookie `value`; null if we did not issue it for that name. */
    read(value: string | null, name: string | null): string | null {
      const [id, signature, ...rest] = (value ?? '').split('.')
      if (!id || !signature || rest.length > 0) return null
      return signer.verify(signed(id, name), signature) ? id : null
    },
  }
}
