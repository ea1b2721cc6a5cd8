/**
 * Node's HTTP, without what an `import` of it costs: an imported built-in module has each of its exports read, and
 * those of HTTP that belong to WebSocket load all of Node's own undici (lib/http.js, `lazyUndici`), which nothing uses.
 */
export const { createServer, get, request, STATUS_CODES } = process.getBuiltinModule('node:http')
