import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { temporaryRoot } from '../../src/testing/server-process.ts'
import { SERVER_ENV, SERVER_FLAGS } from '../lib/server-flags.mjs'
import { makeTarball, ROOT, readCommit, releaseName, stageRelease, TOOL_ENV } from './stage.ts'

/** The environment of a machine without Brontide. */
const BARE = { PATH: '/usr/bin:/bin', PORT: '0', LOG_LEVEL: 'fatal' }

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'brontide-release-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

it.skipIf(process.platform === 'win32')(
  'the tarball starts in any folder, with its own Node and packages, and becomes ready',
  async () => {
    const built = temporaryRoot({ 'index.html': Buffer.from('<head></head>') })
    onTestFinished(() => rmSync(built, { recursive: true, force: true }))
    const out = folder()
    const elsewhere = folder()
    const stage = join(out, releaseName('1.2.3'))
    mkdirSync(stage)
    stageRelease({ into: stage, dist: join(built, 'dist'), version: '1.2.3' })
    execFileSync('tar', ['-C', elsewhere, '-xf', makeTarball(stage, out, { packed: false })], { env: TOOL_ENV })

    const root = join(elsewhere, releaseName('1.2.3'))
    expect(readdirSync(join(root, 'src')).sort()).toEqual([
      'client',
      'contract',
      'core',
      'locales',
      'server',
      'simulator',
    ])
    const launcher = readFileSync(join(root, 'bin/brontide'), 'utf8')
    expect(launcher).toContain(SERVER_FLAGS.join(' '))
    // The operator's settings are kept.
    for (const [name, value] of Object.entries(SERVER_ENV))
      expect(launcher).toContain(`${name}="\${${name}:-${value}}"`)
    expect(readFileSync(join(root, 'node/LICENSE'), 'utf8')).toMatch(/^Node\.js is licensed for use/)
    expect(readdirSync(join(root, 'data'))).toEqual(expect.arrayContaining(['towns.json', 'airports-world.json.gz']))
    expect(readdirSync(root, { recursive: true }).filter((path) => String(path).endsWith('.test.ts'))).toEqual([])
    // Installed programs name each other, not npm, and read the settings of the service.
    const usage = execFileSync(join(root, 'bin/brontide-backup'), ['--help'], { env: BARE, encoding: 'utf8' })
    expect(usage).toMatch(/^brontide-backup FOLDER\n[\s\S]*\/etc\/brontide\/environment/)
    const child = spawn(join(root, 'bin/brontide'), { cwd: elsewhere, env: BARE, stdio: ['ignore', 'pipe', 'inherit'] })
    const ended = once(child, 'exit')
    onTestFinished(async () => {
      child.kill('SIGTERM')
      await ended
    })
    let said = ''
    child.stdout.on('data', (data) => {
      said += data
    })
    const url = () => /Brontide is at (http:\S+)\//.exec(said)?.[1]
    await expect.poll(url).toBeDefined()
    await expect.poll(async () => (await fetch(`${url()}/readyz`)).status).toBe(200)
    expect(((await (await fetch(`${url()}/api/config`)).json()) as { version: string }).version).toMatch(/^1\.2\.3\+/)
  },
)

it('the package has its metadata and dependencies, and its scripts end at the first failure', () => {
  const fields = new Map(
    read('deploy/debian/control')
      .split('\n')
      .flatMap((line) => {
        const [, name, value] = /^([A-Z][\w-]*): (.+)$/.exec(line) ?? []
        return name && value ? [[name, value] as const] : []
      }),
  )
  const required = ['Package', 'Version', 'Architecture', 'Maintainer', 'Description']
  expect(required.filter((name) => !fields.has(name))).toEqual([])
  expect(fields.get('Depends')).toContain('adduser')
  expect(read('deploy/debian/conffiles').trim().split('\n')).toEqual(['/etc/brontide/environment'])
  for (const script of ['postinst', 'prerm', 'postrm']) {
    expect(read(`deploy/debian/${script}`)).toMatch(/^#!\/bin\/sh\nset -e\n/)
    execFileSync('sh', ['-n', join(ROOT, 'deploy/debian', script)], { env: TOOL_ENV })
  }
})

it('the configuration for nginx is complete, and accepted by nginx where it is installed', ({ skip }) => {
  const documented = read('deploy/nginx.conf')
  for (const line of [
    'ssl_certificate /',
    'ssl_certificate_key /',
    'proxy_set_header Upgrade',
    'proxy_read_timeout 10m',
  ])
    expect(documented).toContain(line)
  // nginx before 1.25.1, as of Debian 12, knows it as a word of `listen` alone.
  expect(documented).not.toMatch(/^\s*http2 on;/m)
  const nginx = '/usr/sbin/nginx'
  if (!existsSync(nginx)) skip('nginx is not on this machine')
  const out = folder()
  const certificate = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=map.example.com']
  const files = ['-keyout', join(out, 'privkey.pem'), '-out', join(out, 'fullchain.pem')]
  execFileSync('openssl', [...certificate, ...files], { env: TOOL_ENV, stdio: 'ignore' })
  const here = documented.replace(/\/\S*(?=\/(fullchain|privkey)\.pem)/g, out).replace(/\/var\/log\/nginx/g, out)
  const paths = `error_log ${out}/error.log; pid ${out}/nginx.pid; events {}`
  writeFileSync(join(out, 'nginx.conf'), `${paths}\nhttp {\n${here}}\n`)
  execFileSync(nginx, ['-t', '-q', '-p', out, '-c', join(out, 'nginx.conf')], { env: TOOL_ENV, stdio: 'pipe' })
})

it('a release names the commit of its tree', () => {
  expect(readCommit() ?? '').toMatch(/^([0-9a-f]{8}(-changed)?)?$/)
})

it('the settings in the package are known to the server, and contain no secret', () => {
  const names = [...read('deploy/environment').matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name)
  expect(names.length).toBeGreaterThan(8)
  expect(names.filter((name) => !read('docs/configuration.md').includes(`\`${name}\``))).toEqual([])
  expect(read('deploy/environment')).not.toMatch(/^#?(UPSTREAM_API_KEY|TOKEN_SECRET)=/m)
})

const OF_THE_PACKAGE = join(ROOT, `node_modules/node/node_modules/node-${process.platform}-${process.arch}/LICENSE`)

it.skipIf(!existsSync(OF_THE_PACKAGE))('the licence of Node is that of the pinned one', () => {
  expect(read('docs/licences/Node.js.txt') === readFileSync(OF_THE_PACKAGE, 'utf8')).toBe(true)
})
