import * as z from 'zod/mini'
import { TOKEN_QUERY_PARAM } from '../../contract/auth.ts'
import { LIGHTNING_PATHS } from '../../contract/lightning.ts'
import { clientMessageSchema, serverMessageSchema } from '../../contract/messages.ts'
import { METAR_PATHS } from '../../contract/metar.ts'
import { createSchemaWriter } from './json-schema.ts'
import { SECURITY_SCHEMES } from './openapi.ts'
import { reportSchema, strikeSchema } from './records.ts'

/** WebSockets of the contract, each with its record message. */
const CHANNELS = [
  { name: 'strikes', address: LIGHTNING_PATHS.socket, title: 'Strikes, a batch each second', brings: 'new_strikes' },
  { name: 'rawReports', address: METAR_PATHS.rawSocket, title: 'Reports, as text', brings: 'new_metar_arrived' },
  { name: 'reports', address: METAR_PATHS.parsedSocket, title: 'Reports, read', brings: 'new_metar_arrived' },
] as const
const RECORDS: Record<string, z.core.$ZodType> = { new_strikes: strikeSchema, new_metar_arrived: reportSchema }

/** Sent after an invalid client message. */
const notUnderstoodSchema = z.object({ type: z.literal('error'), message: z.string() })

const CLOSE_CODES = `Closed with 4001 if the key or token is invalid or expired; 4008 after 24 hours; 4009 if too many
sockets are open; 1012 on a server restart; 1013 if the server is at capacity or the client reads too slowly.`

/** AsyncAPI 3 description of the WebSockets. */
export function describeAsyncApi(version: string): object {
  const { write, named } = createSchemaWriter()
  const sent: { type: string; schema: z.core.$ZodType }[] = serverMessageSchema.def.options.map((option) => {
    const type: string = option.shape.type.def.values[0]!
    const record = RECORDS[type]
    return { type, schema: record ? z.object({ ...option.shape, data: z.array(record) }) : option }
  })
  sent.push({ type: 'error', schema: notUnderstoodSchema })
  const messages = Object.fromEntries(
    [...sent, { type: 'action', schema: clientMessageSchema }].map(({ type, schema }) => [
      type,
      { name: type, contentType: 'application/json', payload: write(schema) },
    ]),
  )
  const sentBy = (brings: string) => sent.map(({ type }) => type).filter((type) => type === brings || !RECORDS[type])
  const link = (place: string) => ({ $ref: `#/${place}` })

  const channels = CHANNELS.map(({ name, address, title, brings }) => [
    name,
    {
      address,
      title,
      description: CLOSE_CODES,
      messages: Object.fromEntries(
        [...sentBy(brings), 'action'].map((type) => [type, link(`components/messages/${type}`)]),
      ),
      bindings: {
        ws: { method: 'GET', query: { type: 'object', properties: { [TOKEN_QUERY_PARAM]: { type: 'string' } } } },
      },
    },
  ])
  const security = (['key', 'token', 'queryToken'] as const).map((name) => link(`components/securitySchemes/${name}`))
  const operations = CHANNELS.flatMap(({ name, brings }) => {
    const messageOf = (type: string) => link(`channels/${name}/messages/${type}`)
    const of = { channel: link(`channels/${name}`), security }
    return [
      [`${name}Sent`, { action: 'send', ...of, messages: sentBy(brings).map(messageOf) }],
      [`${name}Asked`, { action: 'receive', ...of, messages: [messageOf('action')] }],
    ]
  })
  const { session, queryToken, ...byHeader } = SECURITY_SCHEMES
  return {
    asyncapi: '3.0.0',
    info: { title: 'Brontide', version, description: 'Lightning and airport reports as they arrive.' },
    defaultContentType: 'application/json',
    channels: Object.fromEntries(channels) as object,
    operations: Object.fromEntries(operations) as object,
    components: {
      schemas: named,
      messages,
      securitySchemes: { ...byHeader, queryToken: { ...queryToken, type: 'httpApiKey' } },
    },
  }
}
