export const ingressSecret = 'a-secret-of-a-mail-gateway';

export const emailChannel = {
  type: 'email',
  provider: 'email',
  settings: { host: '127.0.0.1', from: 'support@example.com' },
  secrets: { ingressSecret },
} as const;
