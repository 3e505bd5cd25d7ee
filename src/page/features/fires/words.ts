import { addWords } from '../../i18n/add-words.ts'
import { strings } from './strings.ts'

// All texts except the layer's name: loaded with their components.
addWords('fires', strings)
