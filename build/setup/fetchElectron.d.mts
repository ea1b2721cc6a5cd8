export function fetchElectron(
  folder: string,
  patience?: { stallMs?: number; lookMs?: number },
): Promise<string | null>
