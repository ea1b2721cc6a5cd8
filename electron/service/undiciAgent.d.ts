/** The Agent's own file has no types beside it: they are the front door's. */
declare module 'undici/lib/dispatcher/agent.js' {
  export { Agent as default } from 'undici'
}
