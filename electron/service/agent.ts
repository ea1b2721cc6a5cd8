/**
 * undici's Agent by its own file: the package's front door loads fetch, WebSocket, caches and more, which cost some
 * 13 MB of resident memory and which nothing here uses.
 */
export { default as Agent } from 'undici/lib/dispatcher/agent.js'
