import asyncApiForms from '@asyncapi/specs'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { expect, it } from 'vitest'
import { passwordLine, setUpAccess } from '../access-kit.ts'
import { setUpAppServer } from '../app-server-kit.ts'
import { asyncApi, openApi, operations, withoutNames } from '../described.ts'
import { setUpHistory } from '../history-kit.ts'
import { setUpWatch } from '../watch-kit.ts'

/** All served operations are described, and no others: `operations` of a hazard, or `own-operations.ts`. */

const LINE = await passwordLine('', 'a long enough password')

async function mountedRoutes() {
  const { history, clock } = setUpHistory()
  const { watch, places } = await setUpWatch({ history, clock })
  const { app } = setUpAppServer(
    {},
    { history, clock, watch, places, tiles: { tile: () => null, relief: () => null, version: '1' } },
  )
  const { app: withWalls } = setUpAccess({ ACCESS: 'password', ACCESS_PASSWORD_FILE: 'passwords' }, { passwords: LINE })
  return [...app.routes(), ...withWalls.routes()].filter(({ path }) => !path.includes('*'))
}

it('every mounted path is described, with every method', async () => {
  const described = operations.map(({ method, path }) => `${method.toUpperCase()} ${withoutNames(path)}`)
  const missing = (await mountedRoutes())
    .map(({ method, path }) => `${method} ${withoutNames(path)}`)
    .filter((route) => {
      const [method, path] = route.split(' ')
      return method === 'ALL' ? !described.some((each) => each.endsWith(` ${path}`)) : !described.includes(route)
    })
  expect([...new Set(missing)]).toEqual([])
})

it('every path that is described is mounted', async () => {
  const mounted = new Set((await mountedRoutes()).map(({ path }) => withoutNames(path)))
  expect(operations.map(({ path }) => path).filter((path) => !mounted.has(withoutNames(path)))).toEqual([])
})

it('no two operations have the same name', () => {
  const ids = operations.map(({ id }) => id)
  expect(ids).toEqual([...new Set(ids)])
})

it('the description of the paths is one in OpenAPI 3.1', async () => {
  const validator = new Validator()
  const { valid, errors } = await validator.validate({ ...openApi })
  expect(errors ?? []).toEqual([])
  expect(valid).toBe(true)
  expect(validator.version).toBe('3.1')
})

it('the description of the sockets is one in AsyncAPI 3', () => {
  const ajv = addFormats.default(new Ajv({ strict: false, allErrors: true, meta: false, validateSchema: false }))
  const validate = ajv.compile(asyncApiForms.schemas['3.0.0'] as object)
  validate(asyncApi)
  expect(validate.errors ?? []).toEqual([])
})
