// Every kind of channel: one line each.
export { dingtalk, feishu, slack, teams, wecom } from './robots.ts'
export { webhook } from './webhook.ts'
