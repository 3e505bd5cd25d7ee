import { join } from 'node:path'
import { makeClientPackage } from './client-package.ts'
import { ROOT, readVersion } from './stage.ts'

process.stdout.write(`${makeClientPackage({ out: join(ROOT, 'dist', 'release'), version: readVersion() })}\n`)
