import { openPushed, type PushScope, showPush } from './push.ts'
import { answerFor, cacheName, keepShell, type ShellCaches } from './shell-cache.ts'

// The page without its server: only the shell is cached, never data. The cached page shows that it is offline.

/** The part of a service worker's world that is used. */
interface WorkerScope extends PushScope {
  caches: CacheStorage
  clients: PushScope['clients'] & { claim(): Promise<void> }
  registration: PushScope['registration'] & { navigationPreload?: { enable(): Promise<void> } }
  skipWaiting(): Promise<void>
  addEventListener(type: string, listener: (event: WorkerEvent) => void): void
}
interface WorkerEvent {
  request: Request
  /** Of a push message. */
  data: { text(): string } | null
  /** Of a click on one. */
  notification: Notification
  preloadResponse: Promise<Response | undefined>
  waitUntil(done: Promise<unknown>): void
  respondWith(answer: Promise<Response>): void
}

/** Filled in by the build: every file of the page that was built. */
const FILES = JSON.parse('__SHELL_FILES__') as string[]
const scope = globalThis as unknown as WorkerScope
const shell: ShellCaches = { caches: scope.caches, fetch: (request, init) => fetch(request, init), files: FILES }

scope.addEventListener('install', (event) => {
  event.waitUntil(keepShell(shell).then(() => scope.skipWaiting()))
})

scope.addEventListener('activate', (event) => {
  const others = async () => {
    // The previous cache stays: an open page may still request its chunks.
    const names = (await scope.caches.keys()).filter((name) => name !== cacheName(FILES))
    await Promise.all(names.slice(0, -1).map((name) => scope.caches.delete(name)))
    await scope.registration.navigationPreload?.enable()
    await scope.clients.claim()
  }
  event.waitUntil(others())
})

scope.addEventListener('fetch', (event) => {
  const answer = answerFor(event.request, shell, event.preloadResponse)
  if (answer) event.respondWith(answer)
})

scope.addEventListener('push', (event) => event.waitUntil(showPush(event.data?.text() ?? null, scope)))
scope.addEventListener('notificationclick', (event) => event.waitUntil(openPushed(event.notification, scope)))
