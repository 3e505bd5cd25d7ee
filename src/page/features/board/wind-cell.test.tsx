// @vitest-environment happy-dom
import '../../../testing/page-globals.ts'
import { cleanup, render } from '@testing-library/react'
import { I18nextProvider } from 'react-i18next'
import { afterEach, expect, it } from 'vitest'
import { decodeMetar } from '../../../core/metar/metar.ts'
import { words } from '../../../testing/locales/page-words.ts'

const { WindCell } = await import('./board-cells.tsx')

afterEach(cleanup)

it.each([
  ['VRB05MPS', 'VRB 5 m/s'],
  ['///05MPS', '/// 5 m/s'],
  ['21005MPS', '210° 5 m/s'],
  ['00000MPS', 'calm'],
  ['210P49MPS', '210° ≥ 49 m/s'],
  ['/////MPS', '–'],
])('shows the wind as the report gives it: %s', (wind, shown) => {
  const report = decodeMetar(`METAR ZSPD 010800Z ${wind} 9999 NSC 28/25 Q1008`)
  const { container } = render(
    <I18nextProvider i18n={words}>
      <WindCell row={{ report } as never} />
    </I18nextProvider>,
  )
  expect(container.textContent?.replace(/\s/g, ' ')).toBe(shown)
})
