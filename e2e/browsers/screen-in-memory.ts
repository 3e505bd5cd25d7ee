import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { dieWithParent } from '../../src/testing/server-process.ts'
import { SIZE } from './driven-browser.ts'

export const XVFB = '/usr/bin/Xvfb'

/** A virtual screen for browsers that need one to render, or to render a map. */
export async function startScreen(): Promise<{ env: Record<string, string>; close(): Promise<void> }> {
  // The server writes the number of the first free display to this descriptor.
  const size = `${SIZE.width}x${SIZE.height + 200}x24`
  const screen = spawn(XVFB, ['-displayfd', '3', '-screen', '0', size, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  dieWithParent(screen)
  const ended = once(screen, 'exit')
  const display = await Promise.race([once(screen.stdio[3]!, 'data'), ended.then(() => null)])
  if (!display) throw new Error(`${XVFB} ended before it had a display.`)
  return {
    env: { DISPLAY: `:${String(display[0]).trim()}`, GDK_BACKEND: 'x11', LIBGL_ALWAYS_SOFTWARE: '1' },
    async close() {
      screen.kill()
      await ended
    },
  }
}
