import fc from 'fast-check'
import { expect, it } from 'vitest'
import { requestUrl } from './request-path.ts'

const pathOf = (target: string | undefined) => requestUrl(target)?.pathname ?? null

it('reads the path of each form of a target', () => {
  expect(pathOf('/fast-lightning/ws/strikes?token=x')).toBe('/fast-lightning/ws/strikes')
  expect(pathOf('http://any.host/fast-lightning/ws/strikes')).toBe('/fast-lightning/ws/strikes')
  expect(requestUrl('/a?token=ft-1')?.searchParams.get('token')).toBe('ft-1')
})

it('takes two slashes for a path, not for a host', () => {
  expect(pathOf('//x/fast-lightning/ws/strikes')).toBe('//x/fast-lightning/ws/strikes')
  expect(pathOf('/\\x/fast-lightning/ws/strikes')).toBe('//x/fast-lightning/ws/strikes')
})

it.each([undefined, '', '*', 'host:443', 'fast-lightning/ws/strikes', 'ftp://x/fast-lightning/ws/strikes'])(
  'takes %s for no target',
  (target) => {
    expect(pathOf(target)).toBeNull()
  },
)

it('never throws, and never takes the text after the first slash for a host', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const url = requestUrl(`/${text}`)
      expect(url === null || url.host === 'local').toBe(true)
      requestUrl(text)
    }),
  )
})
