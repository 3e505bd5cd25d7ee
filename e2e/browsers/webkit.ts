import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { expect, vi } from 'vitest'
import { dieWithParent } from '../../src/testing/server-process.ts'
import { type DrivenBrowser, findElements, SELECTORS, SIZE, wordsOf } from './driven-browser.ts'
import { startScreen } from './screen-in-memory.ts'

export const WEBKIT_DRIVER = '/usr/bin/WebKitWebDriver'
/** Timeout for a hanging driver only. */
const STARTS_WITHIN_MS = 150_000
/** The key of an element in the protocol. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
/** Special keys as the protocol writes them. */
const KEYS = { Enter: '\uE007', Escape: '\uE00C' }
/** A kiosk without a locale: WebKitGTK then uses the language `C`, which is not a valid tag. */
const NO_LOCALE = { LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' }

interface Capabilities {
  sessionId: string
  capabilities: { browserName: string; browserVersion: string }
}

/** WebKitGTK, as in kiosks, by W3C WebDriver. */
export async function driveWebKit(): Promise<DrivenBrowser> {
  const screen = await startScreen()
  const port = await freePort()
  const driver = spawn(WEBKIT_DRIVER, [`--port=${port}`], {
    env: { ...process.env, ...screen.env, ...NO_LOCALE },
    stdio: 'ignore',
  })
  dieWithParent(driver)
  const driverEnded = once(driver, 'exit')

  async function ask<Value>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<Value> {
    const settings = { method, ...(body && { body: JSON.stringify(body) }) }
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, settings)
    const { value } = (await answer.json()) as { value: Value & { error?: string; message?: string } }
    if (!answer.ok) throw new Error(`${method} ${path}: ${value.error}: ${value.message}`)
    return value
  }

  await vi.waitFor(() => ask('GET', '/status'), { timeout: STARTS_WITHIN_MS })
  // Records errors during loading: the protocol has no event for them.
  const { sessionId, capabilities } = await ask<Capabilities>('POST', '/session', {
    capabilities: { alwaysMatch: { pageLoadStrategy: 'none' } },
  })
  const session = `/session/${sessionId}`
  await ask('POST', `${session}/window/rect`, { x: 0, y: 0, width: SIZE.width, height: SIZE.height })

  const run = <Value>(script: string, ...args: unknown[]) =>
    ask<Value>('POST', `${session}/execute/sync`, { script, args })
  const FIND = `(${findElements})(...arguments)`
  const strike = (keys: readonly string[]) => {
    const actions = keys.flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ])
    return ask<void>('POST', `${session}/actions`, { actions: [{ type: 'key', id: 'keyboard', actions }] })
  }
  let ofEarlierPages: string[] = []
  const takeComplaints = () => run<string[]>('return globalThis.complaints?.splice(0) ?? []')

  return {
    name: `${capabilities.browserName} ${capabilities.browserVersion}`,
    async open(url) {
      ofEarlierPages.push(...(await takeComplaints()))
      await run('globalThis.isLeft = true')
      await ask('POST', `${session}/url`, { url })
      await expect
        .poll(() => run(`return !globalThis.isLeft && ((${keepComplaints})(), true)`), { interval: 5 })
        .toBe(true)
    },
    texts: (role, name) => run(`return (${wordsOf})(${FIND})`, SELECTORS[role], name.source),
    async click(role, name) {
      const [first] = await run<Record<string, string>[]>(`return ${FIND}`, SELECTORS[role], name.source)
      if (!first) throw new Error('Nothing of this role and name is on the screen.')
      await ask('POST', `${session}/element/${first[ELEMENT]}/click`, {})
    },
    type: (text) => strike([...text]),
    press: (key) => strike([KEYS[key]]),
    async screenshot(path) {
      await writeFile(path, Buffer.from(await ask<string>('GET', `${session}/screenshot`), 'base64'))
    },
    async complaints() {
      const all = [...ofEarlierPages, ...(await takeComplaints())]
      ofEarlierPages = []
      return all
    },
    async close() {
      await ask('DELETE', session)
      driver.kill()
      await driverEnded
      await screen.close()
    },
  }
}

/** Runs in the page. */
function keepComplaints(): void {
  const complaints: string[] = []
  Object.assign(globalThis, { complaints })
  const { error } = console
  console.error = (...words: unknown[]) => {
    complaints.push(words.map(String).join(' '))
    error(...words)
  }
  addEventListener('error', (event) => complaints.push(event.message))
  addEventListener('unhandledrejection', (event) => complaints.push(String(event.reason)))
  addEventListener('securitypolicyviolation', (event) =>
    complaints.push(`${event.violatedDirective}: ${event.blockedURI}`),
  )
}

/** The driver does not report a port chosen by itself, so it gets a recently free one. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (typeof address !== 'object' || address === null) throw new Error('The system gave no port.')
  return address.port
}
