import { addWords } from '../../i18n/add-words.ts'

addWords(import.meta.glob('../../../locales/*/fires.json', { eager: true, import: 'default' }))

// All texts except the layer's name: loaded with their components.
