import { addWords } from '../../i18n/add-words.ts'

addWords(import.meta.glob('../../../locales/*/lightning.json', { eager: true, import: 'default' }))

// All texts except the layer's name: loaded with their components.
