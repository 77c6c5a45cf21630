/* SPDX-License-Identifier: MIT
 * What exported C may want of <math.h>, for a system without a C library. Put this directory on the include path.
 */
#ifndef FREESTANDING_MATH_H
#define FREESTANDING_MATH_H

#define NAN __builtin_nan("")
#define INFINITY __builtin_inf()

double fabs(double x);
double floor(double x);
double ceil(double x);
double sqrt(double x);
double fmod(double x, double y);
double fma(double x, double y, double z);

#endif
