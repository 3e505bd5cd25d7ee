import { scrypt } from 'node:crypto'

export interface ScryptCost {
  /** Binary logarithm of N. */
  logN: number
  r: number
  p: number
}

/**
 * The scrypt hash of `password`, computed off the main thread. Equal characters are the same password on any keyboard.
 */
export function deriveKey(password: string, salt: Buffer, { logN, r, p }: ScryptCost, bytes: number): Promise<Buffer> {
  const N = 2 ** logN
  const options = { N, r, p, maxmem: 128 * r * (N + p + 2) + 1_024 * 1_024 }
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFC'), salt, bytes, options, (error, key) => {
      if (error) reject(error)
      else resolve(key)
    })
  })
}
