/** Prints the colour of a light from the retained MQTT topics of a place. Needs the package mqtt. See docs/alarms.md. */
import { connect } from 'mqtt'

const { BROKER, PLACE } = process.env
let isOnline = false
let isObserved = true
let place = null
let shown = null
function show() {
  const colour = place?.state === 'on' ? (place.colour ?? 'white') : 'dark'
  const lit = colour !== 'dark' && !isObserved ? `${colour} blinking` : colour
  const next = isOnline ? lit : 'blue'
  if (next !== shown) console.log(next)
  shown = next
}
const client = connect(BROKER)
const topics = ['brontide/status', 'brontide/observed', `brontide/places/${PLACE}/state`]
client.on('connect', () => client.subscribe(topics, { qos: 1 }))
client.on('message', (topic, payload) => {
  const text = String(payload)
  if (topic === 'brontide/status') isOnline = text === 'online'
  else if (topic === 'brontide/observed') isObserved = text === '' || JSON.parse(text).lightning.now
  else place = text === '' ? null : JSON.parse(text)
  show()
})
client.on('close', () => {
  isOnline = false
  show()
})
