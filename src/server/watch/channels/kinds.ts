// All kinds of channels, one line each.

export { dingtalk, feishu, slack, teams, wecom } from './chat-webhooks.ts'
export { email } from './email.ts'
export { mqtt } from './mqtt.ts'
export { webhook } from './webhook.ts'
export { webpush } from './webpush.ts'
