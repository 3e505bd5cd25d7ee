import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { ROOT, TOOL_ENV } from './stage.ts'

/** The location of packaged files; manual installations use `/opt`. */
const HOME = '/usr/lib/brontide'
const BY_HAND = '/opt/brontide'
const ARCHITECTURES: Record<string, string> = { x64: 'amd64', arm64: 'arm64' }
const SCRIPTS = ['postinst', 'prerm', 'postrm']

/** Builds a Debian package from a staged folder; returns its path. */
export function makeDeb(of: { stage: string; out: string; version: string; packing?: 'gzip' | 'none' }): string {
  const { stage, out, version, packing = 'gzip' } = of
  const tree = join(out, 'deb')
  rmSync(tree, { recursive: true, force: true })
  const at = (path: string) => join(tree, path)
  for (const path of ['DEBIAN', 'etc/brontide', 'usr/bin', 'lib/systemd/system', 'usr/share/doc/brontide'])
    mkdirSync(at(path), { recursive: true })
  cpSync(stage, at(HOME), { recursive: true })
  for (const program of ['brontide-backup', 'brontide-access-hash'])
    symlinkSync(join(HOME, 'bin', program), at(join('usr/bin', program)))

  const deploy = (path: string) => readFileSync(join(ROOT, 'deploy', path), 'utf8')
  writeFileSync(at('etc/brontide/environment'), deploy('environment'))
  writeFileSync(at('lib/systemd/system/brontide.service'), deploy('brontide.service').replaceAll(BY_HAND, HOME))
  cpSync(join(ROOT, 'LICENSE'), at('usr/share/doc/brontide/copyright'))
  writeFileSync(at('usr/share/doc/brontide/changelog.gz'), gzipSync(readFileSync(join(ROOT, 'CHANGELOG.md'))))

  const architecture = ARCHITECTURES[process.arch] ?? process.arch
  const control = deploy('debian/control').replace('@VERSION@', version).replace('@ARCHITECTURE@', architecture)
  writeFileSync(at('DEBIAN/control'), control)
  writeFileSync(at('DEBIAN/conffiles'), deploy('debian/conffiles'))
  for (const script of SCRIPTS) {
    writeFileSync(at(join('DEBIAN', script)), deploy(join('debian', script)))
    chmodSync(at(join('DEBIAN', script)), 0o755)
  }
  const file = join(out, `brontide_${version}_${architecture}.deb`)
  execFileSync('dpkg-deb', ['--root-owner-group', `-Z${packing}`, '--build', tree, file], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: TOOL_ENV,
  })
  rmSync(tree, { recursive: true })
  return file
}
