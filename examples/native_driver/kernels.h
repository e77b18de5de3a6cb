/* The kernels, on real numbers; the call has the shapes and parameters. */
#ifndef KERNELS_H
#define KERNELS_H

#include "driver.h"

#define KERNEL(name) void run_##name(const Call *call, double *const *in, double *out)
KERNEL(arithmetic);
KERNEL(concatenation);
KERNEL(conv);
KERNEL(copy);
KERNEL(depthwise_conv);
KERNEL(fully_connected);
KERNEL(mean);
KERNEL(pad);
KERNEL(pool);
KERNEL(softmax);
KERNEL(transpose);
KERNEL(unary);

#endif
