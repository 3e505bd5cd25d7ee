import { ATTRIBUTES, addressOf } from './address-of.ts'

// A separate script for other websites: `<brontide-map>` is this map in a frame, set up by attributes.

/** Permissions that the framed map needs, as in a window. */
const ALLOW = 'fullscreen; geolocation; screen-wake-lock'
const STYLE =
  ':host{display:block;min-height:320px}iframe{display:block;width:100%;height:100%;min-height:inherit;border:0}'

/** The server of this script; module scripts have no `currentScript`. */
const origin = new URL((document.currentScript as HTMLScriptElement | null)?.src || location.href).origin

class BrontideMap extends HTMLElement {
  static readonly observedAttributes = [...ATTRIBUTES, 'title']
  readonly #frame = document.createElement('iframe')
  #isDue = false

  constructor() {
    super()
    const style = new CSSStyleSheet()
    style.replaceSync(STYLE)
    const root = this.attachShadow({ mode: 'open' })
    root.adoptedStyleSheets = [style]
    this.#frame.allow = ALLOW
    root.append(this.#frame)
  }

  connectedCallback(): void {
    this.#show()
  }

  attributeChangedCallback(): void {
    // Several changes at a time load one URL.
    if (!this.isConnected || this.#isDue) return
    this.#isDue = true
    queueMicrotask(() => {
      this.#isDue = false
      this.#show()
    })
  }

  #show(): void {
    this.#frame.title = this.title || 'Brontide'
    const address = addressOf(origin, (name) => this.getAttribute(name))
    if (this.#frame.src !== address) this.#frame.src = address
  }
}

if (!customElements.get('brontide-map')) customElements.define('brontide-map', BrontideMap)
