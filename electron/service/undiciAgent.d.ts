/** The Agent's own file has no types beside it: they are at the package's entry point. */
declare module 'undici/lib/dispatcher/agent.js' {
  export { Agent as default } from 'undici'
}
