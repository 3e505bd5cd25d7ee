// All kinds of channels, one line each.
export { email } from './email.ts'
export { mqtt } from './mqtt.ts'
export { dingtalk, feishu, slack, teams, wecom } from './robots.ts'
export { webhook } from './webhook.ts'
export { webpush } from './webpush.ts'
