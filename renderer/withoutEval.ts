/**
 * The content policy forbids code made from strings, which zod would try as soon as a schema is made: this module must
 * be imported before any that makes one.
 */
import * as z from 'zod/mini'

z.config({ jitless: true })
