import { createServer, connect as dial, type Socket } from 'node:net'

/** The network between a screen and its server: a fixed address, with faults on demand. */
export interface Cable {
  /** The origin that the screen knows. */
  url: string
  /** Sets the server at the other end; existing connections are unaffected. */
  leadsTo(serverUrl: string): void
  /** Breaks every connection, and rejects new ones. */
  cut(): void
  /** Drops all data silently: existing and new connections appear open. */
  swallow(): void
  /** New connections work. Earlier ones stay dead, as after a router restart. */
  mend(): void
  close(): Promise<void>
}

export async function layCable(serverUrl: string): Promise<Cable> {
  let port = portOf(serverUrl)
  let state: 'whole' | 'cut' | 'swallowing' = 'whole'
  const ends = new Set<Socket>()
  const keep = (end: Socket) => {
    ends.add(end)
    end.on('close', () => ends.delete(end))
    end.on('error', () => end.destroy())
  }
  const entry = createServer((near) => {
    keep(near)
    if (state === 'cut') return near.resetAndDestroy()
    if (state === 'swallowing') return void near.resume()
    const far = dial(port, '127.0.0.1')
    keep(far)
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
    near.pipe(far)
    far.pipe(near)
  })
  await new Promise<void>((resolve) => entry.listen(0, '127.0.0.1', resolve))
  const address = entry.address()
  if (address === null || typeof address === 'string') throw new Error('The cable has no port.')

  return {
    url: `http://127.0.0.1:${address.port}`,
    leadsTo(url) {
      port = portOf(url)
    },
    cut() {
      state = 'cut'
      for (const end of ends) end.resetAndDestroy()
    },
    swallow() {
      state = 'swallowing'
      for (const end of ends) {
        end.unpipe()
        end.removeAllListeners('close')
        end.resume()
      }
    },
    mend() {
      state = 'whole'
    },
    async close() {
      for (const end of ends) end.destroy()
      await new Promise<void>((resolve) => entry.close(() => resolve()))
    },
  }
}

function portOf(url: string): number {
  return Number(new URL(url).port)
}
