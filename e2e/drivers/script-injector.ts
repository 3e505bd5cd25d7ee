import type { Page } from '@playwright/test'

/** An attacker who can pass the page a string to be used as a script. */
export function createScriptInjector(page: Page) {
  return {
    given: {
      /** Before the page opens: records violations of its policy from the start. */
      watchesThePolicy: () =>
        page.addInitScript(() => {
          const broken: string[] = []
          Object.assign(globalThis, { broken })
          document.addEventListener('securitypolicyviolation', ({ violatedDirective, sample }) =>
            broken.push(`${violatedDirective}: ${sample}`),
          )
        }),
    },
    get: {
      brokenPolicies: () => page.evaluate(() => (globalThis as unknown as { broken: string[] }).broken),
      /** The result of each attempt: `taken`, or the name of the error. */
      tries: () =>
        page.evaluate(() => {
          const tries: Record<string, () => unknown> = {
            markup: () => Object.assign(document.createElement('div'), { innerHTML: '<img>' }),
            parser: () => new DOMParser().parseFromString('<p>', 'text/html'),
            script: () => Object.assign(document.createElement('script'), { src: '/sw.js?other' }),
            text: () => Object.assign(document.createElement('script'), { text: 'void 0' }),
            worker: () => new Worker('/assets/another.js'),
            policy: () => globalThis.trustedTypes?.createPolicy('mine', {}),
          }
          const come = (how: () => unknown) => {
            try {
              how()
              return 'taken'
            } catch (error) {
              return (error as Error).name
            }
          }
          return Object.fromEntries(Object.entries(tries).map(([name, how]) => [name, come(how)]))
        }),
    },
  }
}
