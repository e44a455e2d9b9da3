/** The settings with which every peer starts. */
export interface PeerSettings {
  readonly port: number;
  readonly databaseUrl: string;
  readonly secret: string;
}

export function readPeerSettings(): PeerSettings {
  return {
    port: Number(required('PORT')),
    databaseUrl: required('DATABASE_URL'),
    secret: required('JWT_SECRET'),
  };
}

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} must be set.`);
  return value;
}
