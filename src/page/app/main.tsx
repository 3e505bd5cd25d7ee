import './valid-language.ts'
import './zod-without-eval.ts'
import '@fontsource-variable/inter/wght.css'
import '../ui/styles/base.css'
import { createRoot } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import { createI18n } from '../i18n/i18n.ts'
import { ServerConnectionProvider } from '../live/server-connection.ts'
import { createCamera } from '../map/camera/camera.ts'
import { prepareMap } from '../map/map-stage.tsx'
import { choiceCodecs } from '../state/choice-codecs.ts'
import { CommandsProvider, createCommands } from '../state/commands.ts'
import { usePage } from '../state/page-store.ts'
import { readWallLink } from '../state/read-wall-link.ts'
import { App } from './app.tsx'
import { connect } from './connect.ts'
import { applyAppearance, followStore, loadStore } from './follow-store.ts'
import { overlays } from './overlays.ts'
import { parts } from './parts.ts'
import { SignInLayer } from './sign-in-layer.tsx'
import { StartFailed } from './start-failed.tsx'
import { storeBrowser } from './store-browser.ts'
import { SERVICE_WORKER } from './trusted-types.ts'

const RETRY_MS = 3_000
const KEEP_SHELL_AFTER_MS = 8_000

const isGallery = new URLSearchParams(location.search).has('gallery')
const root = createRoot(document.getElementById('root')!)
const commands = createCommands()
const codecs = choiceCodecs(overlays)
const wallLink = readWallLink(location.hash)
if (wallLink) history.replaceState(null, '', location.pathname + location.search + wallLink.hash)
loadStore(codecs, storeBrowser, commands)
const words = createI18n(usePage.getState().lang)
applyAppearance(words)
if (!isGallery) {
  usePage.subscribe(() => applyAppearance(words))
  followStore(codecs, storeBrowser, createCamera(commands))
}
if (isGallery) void showGallery()
else {
  prepareMap()
  start()
}

/** Needs no server: shows all components of the design, for developers. */
async function showGallery() {
  const { default: Gallery } = await import('./gallery/gallery.tsx')
  root.render(
    <I18nextProvider i18n={words}>
      <Gallery />
    </I18nextProvider>,
  )
}

function start() {
  connect(undefined, wallLink?.code).then(
    ({ connection, desk }) => {
      root.render(
        <I18nextProvider i18n={words}>
          <ServerConnectionProvider value={connection}>
            <CommandsProvider value={commands}>
              <App overlays={overlays} parts={parts} />
            </CommandsProvider>
            <SignInLayer desk={desk} />
          </ServerConnectionProvider>
        </I18nextProvider>,
      )
    },
    (error: unknown) => {
      // A wall display that starts before its server must recover without help.
      root.render(
        <I18nextProvider i18n={words}>
          <StartFailed error={error} />
        </I18nextProvider>,
      )
      setTimeout(start, RETRY_MS)
    },
  )
}

// Caches the page for times without a server; registered after the map has loaded.
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  setTimeout(() => void navigator.serviceWorker.register(SERVICE_WORKER).catch(() => {}), KEEP_SHELL_AFTER_MS)
}
