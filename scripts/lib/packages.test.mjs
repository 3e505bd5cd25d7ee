import { expect, it } from 'vitest'
import { installArguments, packagesAreCurrent, signaturesVerdict } from './packages.mjs'

const manifest = { dependencies: { hono: '4.0.0' }, devDependencies: { vite: '8.0.0' } }
const lock = {
  packages: {
    '': { dependencies: { hono: '4.0.0' }, devDependencies: { vite: '8.0.0' } },
    'node_modules/hono': { version: '4.0.0' },
    'node_modules/vite': { version: '8.0.0', dev: true },
    'node_modules/@esbuild/win32': { version: '1.0.0', optional: true },
  },
}
const installed = {
  packages: { 'node_modules/hono': { version: '4.0.0' }, 'node_modules/vite': { version: '8.0.0' } },
}

it('finds nothing to install if only packages for other platforms are missing', () => {
  expect(packagesAreCurrent(manifest, lock, installed)).toBe(true)
})

it('installs if packages are missing or of another version', () => {
  expect(packagesAreCurrent(manifest, lock, null)).toBe(false)
  const { 'node_modules/vite': _, ...rest } = installed.packages
  expect(packagesAreCurrent(manifest, lock, { packages: rest })).toBe(false)
  const older = { ...installed.packages, 'node_modules/hono': { version: '3.9.0' } }
  expect(packagesAreCurrent(manifest, lock, { packages: older })).toBe(false)
})

it('installs if package.json requires packages that the lock file lacks', () => {
  const more = { ...manifest, dependencies: { ...manifest.dependencies, ws: '8.0.0' } }
  expect(packagesAreCurrent(more, lock, installed)).toBe(false)
})

it('keeps a lock file unless it lacks packages of package.json', () => {
  expect(installArguments(manifest, lock)).toContain('--no-save')
  const more = { ...manifest, dependencies: { ...manifest.dependencies, ws: '8.0.0' } }
  expect(installArguments(more, lock)).not.toContain('--no-save')
  expect(installArguments(manifest, null)).not.toContain('--no-save')
})

it('reports valid or invalid signatures, or that verification is unavailable', () => {
  const signed = 'audited 322 packages\n322 packages have verified registry signatures\n'
  expect(signaturesVerdict({ code: 0, stdout: signed, stderr: '' })).toEqual({ good: true, words: signed.trim() })
  const invalid = '1 package has an invalid registry signature:\nws@8.23.0 (https://registry.npmjs.org/)'
  expect(signaturesVerdict({ code: 1, stdout: invalid, stderr: '' })).toEqual({ good: false, words: invalid })

  const offline = 'npm error code ENOTFOUND\nnpm error network request to https://registry.npmjs.org/ failed\n'
  for (const unanswered of [
    { code: 1, stdout: '', stderr: offline },
    { code: null, stdout: '', stderr: '' },
  ]) {
    expect(signaturesVerdict(unanswered)).toEqual({ good: true, words: expect.stringContaining('not checked') })
  }
})
