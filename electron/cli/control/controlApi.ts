import { asyncapiDocument } from '../../../shared/control/asyncapi.ts'
import { VERSION } from '../../util/version.ts'
import { clientText } from './clientText.ts'

/** What describes the control API to others, line by line: its document, or a client. */
export const controlApi = (about: string): readonly string[] =>
  (about === 'client' ? clientText().trimEnd() : JSON.stringify(asyncapiDocument(VERSION), null, 2)).split('\n')
