/* SHA-256 (FIPS 180-4) and the message authentication code HMAC with it (RFC 2104). */
#ifndef SHA256_H
#define SHA256_H

#include <stddef.h>
#include <stdint.h>

enum { DIGEST_SIZE = 32, BLOCK_SIZE = 64 };

typedef struct Sha256 {
    uint32_t state[8];
    uint64_t length; /* bytes so far */
    unsigned char block[BLOCK_SIZE];
} Sha256;

void sha256_start(Sha256 *hash);
void sha256_add(Sha256 *hash, const void *data, size_t size);
void sha256_end(Sha256 *hash, unsigned char *digest);

/* A code is that of all data that was added with `sha256_add` between start and end. */
void hmac_start(Sha256 *hash, const unsigned char *key);
void hmac_end(Sha256 *hash, const unsigned char *key, unsigned char *code);

#endif
