import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readConfig } from '../config/config.ts'
import { readTextFile, readTextFileLater, textOf } from './text-file.ts'

const bytes = (...numbers: number[]) => Uint8Array.from(numbers)
const encoded = (text: string, how: BufferEncoding) => new Uint8Array(Buffer.from(text, how))

it('reads UTF-8 with and without a byte order mark', () => {
  expect(textOf(encoded('东高尔夫球场 é 😀', 'utf8'))).toBe('东高尔夫球场 é 😀')
  expect(textOf(encoded('\ufeff[]', 'utf8'))).toBe('[]')
  expect(textOf(bytes())).toBe('')
})

it.each([
  ['UTF-16 with a mark', encoded('\ufeff[]', 'utf16le'), /^is in UTF-16 \(little-endian\): save it as UTF-8$/],
  ['UTF-16, the other way round', bytes(0xfe, 0xff, 0, 0x5b), /^is in UTF-16 \(big-endian\): save it as UTF-8$/],
  ['UTF-32', bytes(0xff, 0xfe, 0, 0, 0x5b, 0, 0, 0), /^is in UTF-32: save it as UTF-8$/],
  ['UTF-16 without a mark', encoded('[]', 'utf16le'), /^has a NUL at byte 2, as UTF-16 has/],
  [
    'GBK',
    bytes(0x5b, 0x0a, 0x22, 0xb8, 0xdf, 0xb6, 0xfb),
    /^is not in UTF-8 from byte 4 \(line 2\), but in another encoding/,
  ],
  ['Latin-1', encoded('caf\u00e9 !', 'latin1'), /^is not in UTF-8 from byte 5 \(line 1\)/],
  ['a character that is cut off', bytes(0x61, 0xe4, 0xb8), /^is not in UTF-8 from byte/],
])('names %s', (_, content, problem) => {
  expect(() => textOf(content)).toThrow(problem)
})

it('reads settings files that begin with a byte order mark, and refuses others by name', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'brontide-text-'))
  const file = (name: string, content: Uint8Array) => {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }
  const marked = (text: string) => encoded(`\ufeff${text}`, 'utf8')
  const env = {
    PLACES_FILE: file('places', marked('{"type":"FeatureCollection","features":[]}')),
    CHANNELS_FILE: file('channels', marked('[]')),
    RULES_FILE: file('rules', marked('[{"places":["*"],"approachMin":15}]')),
    LAYERS_FILE: file('layers', marked('[]')),
    TOKEN_SECRET_FILE: file('secret', marked('b7GmW0p1kT9sQx4zLr2n')),
  }
  const deps = { stormNames: ['outbreak'], modeOf: () => 0o600 }
  const read = readConfig(env, deps)
  expect(read.ok ? [] : read.problems).toEqual([])
  const wrong = readConfig({ ...env, RULES_FILE: file('utf16', encoded('\ufeff[]', 'utf16le')) }, deps)
  expect(wrong.ok ? [] : wrong.problems).toEqual(['RULES_FILE is in UTF-16 (little-endian): save it as UTF-8'])
  await expect(readTextFileLater(file('gbk', bytes(0xb8, 0xdf)))).rejects.toThrow('is not in UTF-8')
  expect(readTextFile(file('plain', encoded('a', 'utf8')))).toBe('a')
})
